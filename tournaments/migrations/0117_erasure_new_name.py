from django.db import migrations, models


class Migration(migrations.Migration):
    """Rename the field in the program only: the column stays, so processes of an older version continue to write."""

    dependencies = [
        ('tournaments', '0116_erasures'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='erasure',
                    name='called',
                    field=models.CharField(db_column='called', db_comment='Its name since then.', max_length=100),
                ),
                migrations.RenameField(model_name='erasure', old_name='called', new_name='new_name'),
            ]
        ),
    ]
